/** `standin reset`. */
import { expect, test } from 'vitest'
import { misuse, serverForFile } from '../../support/command-line.ts'

const { inNewWorld } = await serverForFile()

test('a reset brings the world back to its start', async () => {
  const { run, world, knobs } = inNewWorld()
  await knobs.advance({ by: 'P1D' })
  await knobs.scenarios.use('outage-register')

  expect(await run('reset')).toEqual({ code: 0, out: `Reset world ${world}.\n`, err: '' })
  expect(knobs.clock.show().now).toBe('2026-06-01T10:00:00Z')
  expect((await knobs.scenarios.find('outage-register')).active).toBe(false)
})

test('a reset keeps the parts that are named', async () => {
  const { run, world, knobs } = inNewWorld()
  await knobs.advance({ by: 'P1D' })
  await knobs.scenarios.use('outage-register')

  expect((await run('reset', '--keep', 'clock, journal')).out).toBe(`Reset world ${world}, but kept clock, journal.\n`)
  expect(knobs.clock.show().now).toBe('2026-06-02T10:00:00Z')
  expect((await knobs.scenarios.find('outage-register')).active).toBe(false)
})

test('a reset of all brings every world back to its start', async () => {
  const [one, other] = [inNewWorld(), inNewWorld()]
  await one.knobs.advance({ by: 'P1D' })
  await other.knobs.advance({ by: 'P1D' })

  expect(await one.run('reset', '--all')).toEqual({
    code: 0,
    out: 'Reset all worlds.\n',
    err: '',
  })
  expect([one, other].map(({ knobs }) => knobs.clock.show().now)).toEqual(['2026-06-01T10:00:00Z', '2026-06-01T10:00:00Z'])
})

test('a part that does not exist is misuse', async () => {
  const { run } = inNewWorld()

  expect(await run('reset', '--keep', 'clock,records')).toMatchObject(
    misuse('--keep is "records". Valid: scenarios, clock, contacts, journal.'),
  )
})

test('an empty reply is null in JSON', async () => {
  expect((await inNewWorld().run('reset', '--json')).out).toBe('null\n')
})
