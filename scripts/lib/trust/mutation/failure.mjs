// What a file of tests says against a change.
import { checkout } from "../../common.mjs";

/**
 * What failed in a file, or null when all of it passed.
 * @param testModules every file that this Vitest has ever run: those of earlier runs are among them
 * @param moduleId the file that ran now
 */
export function failureOf(testModules, moduleId) {
  const module = testModules.find((one) => one.moduleId === moduleId);
  if (module?.state() === "passed") return null;
  const test = [...(module?.children.allTests("failed") ?? [])][0];
  return `${moduleId.slice(checkout.length + 1)}: ${test?.fullName ?? module?.errors()[0]?.message ?? "did not end"}`;
}
