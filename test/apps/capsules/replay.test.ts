/** What was recorded is replayed with the same replies, in another process. */
import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { nodePlatform } from '../../../src/platform/node.ts'
import { command } from '../../support/command-line.ts'
import { folderWith } from '../../support/folder.ts'
import { recordSession } from '../../support/recorded-sessions.ts'
import { expect, test } from '../../support/rule.ts'

/** `CAPSULE_SEEDS=1-200` records more sessions. */
const [first = 1, last = first] = (process.env.CAPSULE_SEEDS ?? '1-6').split('-').map(Number)
const seeds = Array.from({ length: last - first + 1 }, (_, nth) => first + nth)

interface Said {
  readonly file: string
  readonly same: number
  readonly torn: boolean
  readonly disorder?: string
  readonly difference?: { readonly call: string; readonly where: string; readonly expected: unknown; readonly got: unknown }
}

async function replayed(path: string): Promise<{ readonly code: number; readonly said: readonly Said[] }> {
  const run = promisify(execFile)(process.execPath, [command, 'capsule', 'replay', path, '--json'], { maxBuffer: 2 ** 28 })
  const { code, stdout } = await run.then(
    (done) => ({ code: 0, stdout: done.stdout }),
    (failed: { code: number; stdout: string }) => failed,
  )
  return {
    code,
    said: stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  }
}

const textOf = (file: string) => gunzipSync(readFileSync(file)).toString()

test('random sessions answer the same in another process, and no secret of theirs is in a capsule', { timeout: 3_600_000 }, async () => {
  const folder = process.env.CAPSULE_FOLDER ?? folderWith()
  for (const seed of seeds) {
    const secrets = await recordSession(folder, seed)
    const text = textOf(join(folder, `session-${seed}.capsule`))
    expect(secrets.length).toBeGreaterThan(3)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  }

  const { code, said } = await replayed(folder)
  expect(said.filter(({ difference }) => difference !== undefined)).toEqual([])
  expect(code).toBe(0)
  expect(said).toHaveLength(seeds.length)
  for (const { same, torn } of said) {
    expect(same).toBeGreaterThan(20)
    expect(torn).toBe(false)
  }
})

test('the first difference is told exactly, and the exit code is 1, or 3 where nothing is claimed', async ({ folder }) => {
  await recordSession(folder, 1, { steps: 30 })
  const file = join(folder, 'session-1.capsule')
  const lines = textOf(file).split('\n')
  // A reply of the same instant lies in the line before it.
  const at = lines.findIndex((line) => /"event":"reply"|"reply":\{/.test(line) && /notificationOrderId.*shipmentId/.test(line))
  const { n } = JSON.parse(lines[at] ?? '')
  const { number, method, url } = JSON.parse(lines.find((line) => line.includes(`"event":"call","n":${n},`)) ?? '')
  const whole = lines[at] ?? ''
  lines[at] = lines[at]?.replace(/shipmentId\\": \\"[\w-]+/, String.raw`shipmentId\": \"another`) ?? ''
  writeFileSync(file, gzipSync(lines.join('\n')))

  const { code, said } = await replayed(file)
  expect(code).toBe(1)
  expect(said[0]?.difference).toEqual({
    call: expect.stringContaining(`call ${number}`),
    where: 'body.notification.shipmentId',
    expected: 'another',
    got: expect.stringMatching(/^[\da-f-]{36}$/),
  })
  expect(said[0]?.difference?.call).toContain(`(${method} ${url})`)

  // Behind a change that the capsule does not have, nothing is claimed.
  const { at: time } = JSON.parse(lines[at] ?? '')
  lines.splice(at, 0, JSON.stringify({ event: 'stranger', world: 'default', at: time }))
  writeFileSync(file, gzipSync(lines.join('\n')))
  const unclaimed = await replayed(file)
  expect([unclaimed.code, unclaimed.said[0]?.disorder]).toEqual([3, 'a call that began before the recording changed world default'])

  // Where all replies are the same nevertheless, it only says so.
  lines[at + 1] = whole
  writeFileSync(file, gzipSync(lines.join('\n')))
  const same = await replayed(file)
  expect([same.code, same.said[0]?.disorder, same.said[0]?.difference]).toEqual([0, unclaimed.said[0]?.disorder, undefined])
})

test('a capsule that was torn off is replayed up to its last whole line, and says so', async ({ folder }) => {
  await recordSession(folder, 3, { steps: 30 })
  const file = join(folder, 'session-3.capsule')
  const whole = readFileSync(file)
  writeFileSync(file, whole.subarray(0, whole.length * 0.8))

  const { code, said } = await replayed(file)
  expect(code).toBe(0)
  expect(said[0]?.torn).toBe(true)
  expect(said[0]?.same).toBeGreaterThan(3)
})

test('the lines of a recording that did not end are replayed, too: they are not compressed yet', async () => {
  const lines = textOf('test/apps/capsules/version-1.capsule').replace(/.*\n$/, '')
  const { code, said } = await replayed(join(folderWith({ 'killed.capsule': lines }), 'killed.capsule'))
  expect(code).toBe(0)
  expect(said).toMatchObject([{ same: 6, torn: true }])
})

test('a capsule of the first version is replayed: its replies stand in lines of their own, and it leaves nothing out', async () => {
  const { code, said } = await replayed('test/apps/capsules/version-1.capsule')
  expect(code).toBe(0)
  expect(said).toMatchObject([{ calls: 6, controlCalls: 2, same: 6, torn: false }])
})

test('a file of a folder that is not a capsule is named, and the others are replayed; a test beside them is left out', async () => {
  const old = 'test/apps/capsules/version-1.capsule'
  const folder = folderWith({ 'a.capsule': 'some text', 'd.test.ts': '// the calls of d.capsule' })
  writeFileSync(join(folder, 'b.capsule'), gzipSync(textOf(old).slice(0, 500)))
  writeFileSync(join(folder, 'c.capsule'), gzipSync(textOf(old).replace('"version":1', '"version":3')))
  copyFileSync(old, join(folder, 'd.capsule'))

  const run = promisify(execFile)(process.execPath, [command, 'capsule', 'replay', folder])
  const { code, stdout, stderr } = (await run.catch((failed) => failed)) as { code: number; stdout: string; stderr: string }
  expect([code, stdout]).toEqual([2, 'd.capsule: 6 calls, 2 of them to control endpoints: all replies are the same.\n'])
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringContaining('a.capsule is not a Standin capsule: its first line is not a capsule header.'),
    expect.stringContaining('b.capsule ends within its first line'),
    expect.stringContaining('c.capsule has version 3. This Standin reads versions 1 and 2.'),
  ])
})

test.each([
  ['jobs of a running clock that woke up late are replayed at their own instants', 'running-clock', { same: 12, notCompared: 0 }],
  ['a call keeps what came of its upload before its client left, in a replay, too', 'client-left', { calls: 9, same: 8, notCompared: 1 }],
])('%s', async (_, name, counts) => {
  const { code, said } = await replayed(`test/apps/capsules/${name}.capsule`)
  expect(said).toMatchObject([counts])
  expect(said[0]).not.toHaveProperty('difference')
  expect(code).toBe(0)
})

test('a session on a machine that stops now and then is replayed the same', async ({ folder }) => {
  const machine = nodePlatform()
  let [looks, stops] = [0, 0]
  const now = () => {
    if (++looks % 5 === 0) stops += 60
    return machine.now() + stops
  }
  await recordSession(folder, 2, { platform: { ...machine, now } })
  await recordSession(folder, 4, { platform: { ...machine, now } })

  const { code, said } = await replayed(folder)
  expect(said.filter(({ difference }) => difference !== undefined)).toEqual([])
  expect(code).toBe(0)
})
