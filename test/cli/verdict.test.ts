/** `standin verdict`. */
import { expect, test } from 'vitest'
import { serverForFile } from '../support/command-line.ts'

const { inNewWorld, url } = await serverForFile({ verdicts: true })

async function worldWithClient() {
  const here = inNewWorld()
  const { token } = await here.knobs.token({ org: 'ttd', clientId: 'my-client' })
  const read = (id: string) => fetch(`${url}/worlds/${here.world}/future/shipment/${id}`, { headers: { authorization: `Bearer ${token}` } })
  return { ...here, read }
}

test('a good client passes, and the table says what it has not met', async () => {
  const { run, read } = await worldWithClient()
  await read('a')
  const { code, out } = await run('verdict')

  expect(code).toBe(0)
  expect(out).toMatch(/refused-unchanged +my-client +good/)
  expect(out).toMatch(/retry-after +my-client +not-exercised +try rate-limit-recovery/)
})

test('a bad client fails, with what to change', async () => {
  const { run, read } = await worldWithClient()
  await read('a')
  await read('a')
  const { code, out } = await run('verdict', '--set', '2026-11')

  expect(code).toBe(1)
  expect(out).toMatch(/refused-unchanged +my-client +bad +calls 1, 2/)
  expect(out).toContain('refused-unchanged: Repeat only lost replies')
  expect(out).toContain(
    'bad: refused-unchanged of my-client: A client does not send a refused call again without a change. Calls 1, 2 show otherwise.',
  )
  expect((await run('verdict', '--caller', 'other')).code).toBe(0)
  expect(JSON.parse((await run('verdict', '--json')).out)).toMatchObject({ watched: true })
})

test('a scenario that no call met fails', async () => {
  const { run, knobs, read } = await worldWithClient()
  await knobs.scenarios.use('storage-not-ready')
  await read('a')
  const { code, out } = await run('verdict')

  expect(code).toBe(1)
  expect(out).toContain('The scenario storage-not-ready was switched on, and no call met it.')
})

test('without a call, nobody is judged', async () => {
  expect(await inNewWorld().run('verdict')).toMatchObject({ code: 0, out: 'No client has called.\n' })
})
