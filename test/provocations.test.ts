/** Every refusal that a row declares is given: each is provoked, and the reply is looked at. */
import { expect, test } from 'vitest'
import type { RefusalKey } from '../src/service/areas/areas.ts'
import { dialect } from '../src/service/areas/dialect.ts'
import { type OperationId, operations } from '../src/service/areas/index.ts'
import type { Row } from '../tools/provocations.ts'
import { onRequest, preparationOf, refusedRows } from './support/preparations.ts'
import { prepared } from './support/prepared.ts'
import { rule } from './support/rule.ts'

/** Where the refusals of an area stand. */
const sources: Readonly<Record<string, string>> = {
  notifications: 'notifications §7',
  fileTransfer: 'file-transfer §7.2',
  resources: 'file-transfer §7.2',
  resumableUpload: 'file-transfer §8',
  events: 'events §4.2',
  authentication: 'authentication §4',
}
const sourceOf = (id: OperationId): string => sources[id.slice(0, id.indexOf('.'))] ?? 'spec §7'

for (const [id, key, row] of refusedRows) rule(sourceOf(id), `${id}: ${key} is provoked`, () => provoke(id, key, row))

async function provoke(id: OperationId, key: RefusalKey, row: Row): Promise<void> {
  const { preparation, start } = preparationOf(row, key)
  if (!preparation) throw new Error('The refusal has no provocation.')
  const here = await prepared(id, start, preparation.options)

  await preparation.provoke(here)

  const { status, code = null } = dialect(row.dialect ?? 'spec').of(id).refusals[key]
  expect(here.line()).toMatchObject({ status, code, why: expect.stringMatching(`^${key}: \\S.{7}`) })
}

test('refusals that are given on request alone are declared and have no provocation', () => {
  for (const [id, keys] of Object.entries(onRequest)) {
    for (const key of keys) {
      const row = operations.find((each) => each.id === id)
      expect(row?.refusals, `${id}: ${key}`).toContain(key)
      expect(row && preparationOf(row, key).preparation, `${id}: ${key}`).toBeUndefined()
    }
  }
})
