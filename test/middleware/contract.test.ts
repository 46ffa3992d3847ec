import { describeContract } from "./contract.js";
import { implementations } from "../http/implementations.js";

for (const implementation of implementations) describeContract(implementation);
