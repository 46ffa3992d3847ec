#!/usr/bin/env node
/** The program `typewire` of the package `typewire-cli`. */
import { runProcess } from "./main.js";

await runProcess();
