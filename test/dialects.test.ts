/** Every difference between the two dialects is shown by its proof. */
import { expect } from 'vitest'
import { arrange } from '../src/givens/index.ts'
import type { OperationId } from '../src/operations/index.ts'
import { operationsById } from '../src/operations/index.ts'
import { type DialectName, dialectNames } from '../src/wire/dialect.ts'
import { type DialectEntry, dialects } from '../src/wire/dialects.ts'
import { exampleCall } from './support/prove.ts'
import { rule } from './support/rule.ts'
import { standin } from './support/standin.ts'

/** An organization that no example and no given uses. */
const stranger = { org: undefined, orgNo: '314567895' }

async function show({ proof, ...entry }: DialectEntry, dialect: DialectName): Promise<Record<string, unknown>> {
  const here = standin({ dialect, rateLimits: 'current' })
  const given = operationsById.get(proof.call)?.example.given
  const values = given ? { ...(await arrange(here.client, given)), ...proof.params } : { ...proof.params }
  const made = exampleCall(proof.call, values, { input: proof.body ? { body: proof.body } : {} })
  const { authorization, ...headers } = proof.headers ?? {}
  const as = authorization === null ? null : authorization === 'a stranger' && made.as ? { ...made.as, ...stranger } : made.as
  const reply = await here.client.call(proof.call as OperationId, {
    ...made,
    as,
    ...(proof.params ? { params: proof.params } : {}),
    headers: headers as Record<string, string>,
  })
  const fields = Object.keys(entry.live).length > 0 ? Object.keys({ ...proof.spec, ...proof.live }) : []
  const shown = (name: string) => {
    if (name === 'status') return reply.status
    if (name === 'body') return reply.text
    return /^[a-z]+(?:-[a-z]+)+$/.test(name) ? reply.headers.get(name) : reply.problem[name]
  }
  return Object.fromEntries(fields.map((name) => [name, shown(name)]))
}

for (const entry of dialects) {
  for (const dialect of dialectNames) {
    rule(entry.source, `${entry.topic}: ${dialect}`, async () => {
      const shown = await show(entry, dialect)

      for (const [name, value] of Object.entries(entry.proof[dialect])) expect(shown[name], name).toEqual(value)
    })
  }
}
