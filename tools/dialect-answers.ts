/** Makes the call that shows a dialect difference, in one dialect on a new simulator. */

import { createSimulator } from '../src/index.ts'
import type { ClientInput, ClientReply } from '../src/service/areas/client.ts'
import type { DialectEntry } from '../src/service/areas/dialects.ts'
import { type OperationId, operationsById } from '../src/service/areas/index.ts'
import { arrange } from '../src/service/failures/givens.ts'
import type { DialectName } from '../src/service/wire/vocabulary.ts'

/** An organization that is not used in examples and givens. */
const stranger = { org: undefined, orgNo: '314567895' }

export async function dialectAnswer({ proof }: DialectEntry, dialect: DialectName): Promise<ClientReply<unknown>> {
  const example = operationsById.get(proof.call)?.example
  if (!example) throw new Error(`Unknown operation: ${proof.call}.`)
  const now = Date.parse('2026-06-01T10:00:00Z')
  const simulator = createSimulator({
    dialect,
    rateLimits: 'current',
    clock: 'frozen',
    now,
    checked: true,
    ...(proof.pace && { pace: proof.pace }),
  })
  try {
    const client = simulator.client({ base: 'http://127.0.0.1:4300' })
    const values = { ...(example.given && (await arrange(client, example.given))), ...proof.params }
    const input = example.input(values)
    const { authorization, ...headers } = proof.headers ?? {}
    const known = authorization === null ? null : example.as
    return await client.call(
      proof.call as OperationId,
      {
        ...input,
        params: { ...input.params, ...proof.params },
        ...(proof.body && { body: { ...(input.body as object), ...proof.body } }),
        headers: { ...input.headers, ...(headers as Record<string, string>) },
        as: known && authorization === 'a stranger' ? { ...known, ...stranger } : known,
      } as ClientInput,
    )
  } finally {
    simulator.close()
  }
}
