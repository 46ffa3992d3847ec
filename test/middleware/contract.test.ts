/** Each middleware keeps the contract. */
import { describeContract } from "./contract/contract.js";
import { adapters } from "../http/implementations.js";

for (const adapter of adapters) describeContract(adapter);
