/** Writes src/service/failures/scenario/built-in-names.ts: the built-in scenarios' names, for type checking (`npm run generate`). */
import { readdirSync, writeFileSync } from 'node:fs'

const folder = new URL('../scenarios/', import.meta.url)

export function scenarioNames(): string {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => `  | '${file.slice(0, -'.yaml'.length)}'`)
    .sort()
  return `/** The names of the built-in scenarios, written by tools/make-scenario-names.ts. */

/** The name of a built-in scenario: a file of scenarios/. */
export type BuiltInScenario =
${names.join('\n')}
`
}

if (import.meta.main) writeFileSync(new URL('../src/service/failures/scenario/built-in-names.ts', import.meta.url), scenarioNames())
