/** Writes mocks/data.ts: the fixtures and scenarios for browsers, which cannot read files. Run by `npm run generate`. */
import { writeFileSync } from 'node:fs'
import { readFixtures, readScenarioFiles } from '../src/platform/node-files.ts'

export async function browserData(): Promise<string> {
  const literal = (value: unknown) => JSON.stringify(value, null, 2)
  return `/** The fixtures and scenarios for browsers, written by tools/make-browser-data.ts. */
import type { Fixtures } from '../src/state/world.ts'

export const fixtures: Fixtures = ${literal(readFixtures())}

export const scenarios: Readonly<Record<string, unknown>> = ${literal(unproven(await readScenarioFiles()))}
`
}

/** Without proofs, which only tests need and which are most of each file. */
export const unproven = (documents: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(documents).map(([name, document]) => [name, { ...(document as object), given: undefined, proof: undefined }]),
  )

if (import.meta.main) writeFileSync(new URL('../mocks/data.ts', import.meta.url), await browserData())
