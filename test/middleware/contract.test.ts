import { describeContract } from "./contract.js";
import { implementations } from "./implementations.js";

for (const implementation of implementations) describeContract(implementation);
