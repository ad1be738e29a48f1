/** `standin worlds`. */
import { expect, test } from 'vitest'
import { misuse, run, serverForFile } from '../../../support/command-line.ts'
import { otherServer } from '../../../support/listen.ts'

const { url, simulator } = await serverForFile()
const worlds = (...args: string[]) => run(['worlds', ...args, '--url', url])

test('a world is made, listed, reset and dropped', async () => {
  const made = await worlds('make', 'mine')
  const again = await worlds('make', 'mine')
  await simulator.knobs('mine').scenarios.use('outage-register')
  await simulator.knobs('mine').advance({ by: '1d' })
  const listed = await worlds()
  const reset = await worlds('reset', 'mine', '--keep', 'scenarios')
  const { active } = await simulator.knobs('mine').scenarios.find('outage-register')
  const now = simulator.knobs('mine').clock.show().now
  const dropped = await worlds('drop', 'mine')

  expect([made, again]).toEqual(Array(2).fill({ code: 0, out: `World mine is at ${url}/worlds/mine.\n`, err: '' }))
  expect(listed.out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['NAME', 'CREATED', 'CALLS'],
    ['default', '2026-06-01T10:00:00Z', '0'],
    ['mine', '2026-06-01T10:00:00Z', '0'],
    [''],
  ])
  expect([reset.out, active, now]).toEqual(['Reset world mine, but kept scenarios.\n', true, '2026-06-01T10:00:00Z'])
  expect([dropped.out, simulator.worlds().map(({ name }) => name)]).toEqual(['Removed world mine.\n', ['default']])
})

test.each(['reset', 'drop'])('"worlds %s" of a world that does not exist is misuse, and makes none', async (command) => {
  expect(await worlds(command, 'nowhere')).toMatchObject(misuse('World not found: "nowhere". Valid: default'))
  expect(simulator.worlds()).toHaveLength(1)
})

test('the list names the servers that have worlds', async () => {
  const [created, calls] = ['2026-06-01T10:00:00Z', 0]
  const list = {
    worlds: [
      { name: 'default', created, calls },
      { name: 'team', created, calls, instance: 'b' },
    ],
    total: 2,
    next: null,
  }
  const other = await otherServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(list))
  })
  expect((await run(['worlds', 'list', '--url', other])).out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['NAME', 'CREATED', 'CALLS', 'SERVER'],
    ['default', created, '0', '-'],
    ['team', created, '0', 'b'],
    [''],
  ])
})

test('a name that no world can have is misuse', async () => {
  expect(await worlds('make', 'My World')).toMatchObject(misuse('1 to 63 characters: a-z, 0-9 and -'))
})
