/** Writes mocks/fixtures.ts and mocks/scenarios.ts with the data for browsers, which cannot read files (`npm run generate`). */
import { writeFileSync } from 'node:fs'
import { readFixtures, readOwnScenarios } from '../src/platform/node-files.ts'
import { checkDocument } from '../src/service/failures/read-scenario.ts'

export async function browserData(): Promise<Record<string, string>> {
  const literal = (value: unknown) => JSON.stringify(value, null, 2)
  const written = 'for browsers, written by tools/make-browser-data.ts'
  return {
    'mocks/fixtures.ts': `/** The fixtures ${written}. */
import type { Fixtures } from '../src/service/areas/fixtures.ts'

export const fixtures: Fixtures = ${literal(readFixtures())}
`,
    'mocks/scenarios.ts': `/** The scenarios ${written}, checked. */

export const scenarios: Readonly<Record<string, unknown>> = ${literal(unproven(await readOwnScenarios()))}
`,
  }
}

/** Validates scenarios, and removes their proofs, because only tests need proofs, which make up most of each file. */
export const unproven = (documents: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(documents).map(([name, document]) => [name, { ...checkDocument(name, document), given: undefined, proof: undefined }]),
  )

if (import.meta.main) {
  for (const [file, text] of Object.entries(await browserData())) writeFileSync(new URL(`../${file}`, import.meta.url), text)
}
