/** A reply and its journal line say so when a header has no effect. */
import { unknownId } from '../../../support/file-transfers.ts'
import { ttd } from '../../../support/orders.ts'
import { expect, rule } from '../../../support/rule.ts'
import { standin } from '../../../support/standin.ts'

async function noteOf(headers: Record<string, string>) {
  const { client, simulator } = standin()
  const reply = await client.call('notifications.getShipment', { as: ttd, params: { id: unknownId }, headers })
  return { note: reply.headers.get('x-standin-note'), why: simulator.world.journal.calls.list().at(-1)?.why, problem: reply.problem }
}

rule('decisions §14', 'a scenario that cannot touch the row is said in the reply and in the journal', async () => {
  const { note, why } = await noteOf({ 'x-standin-scenario': 'file-not-ready' })

  expect(note).toBe('the scenario file-not-ready has no effect on notifications.getShipment')
  expect(why).toContain(note)
})

rule('decisions §14', 'a preference of another name is said to be ignored', async () => {
  expect((await noteOf({ prefer: 'status=503' })).note).toBe('Prefer: status is ignored. Did you mean code, as in code=503?')
  expect((await noteOf({ prefer: 'code=' })).note).toBe('Prefer: code is ignored. Give it a value, as in code=503.')
  expect((await noteOf({ prefer: 'respond-async, wait=10' })).note).toBeNull()
})

rule('decisions §14', 'a misspelt scenario gets the nearest names first, and ten of them', async () => {
  const { problem } = await noteOf({ 'x-standin-scenario': 'unavailabel' })

  expect(problem.detail).toMatch(/^Unknown scenario: "unavailabel"\. Did you mean unavailable\? Valid: unavailable, /)
  expect(problem.detail).toMatch(/, and \d+ more\.$/)
})
