/** The log of a server in the background. */
import { appendFileSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { boundLog, logBefore, logOf, makeRoom, mostBytes } from '../../../../src/apps/cli/serving/bounded-log.ts'
import { folderWith } from '../../../support/folder.ts'

/** As the streams of a process whose output is the file. */
function written(most?: number) {
  const folder = folderWith()
  const log = logOf(folder, 'http://127.0.0.1:4300')
  const stream = {
    write(chunk: string | Uint8Array) {
      appendFileSync(log, chunk)
      return true
    },
  }
  appendFileSync(log, '-1\n')
  boundLog(log, [stream], most)
  return { folder, log, stream }
}

test('a log stays within its bytes for as long as the server writes, and the one before is kept', () => {
  const { folder, log, stream } = written(100)
  for (let line = 0; line < 1_000; line += 1) {
    stream.write(`${String(line).padStart(9)}\n`)
    expect(statSync(log).size).toBeLessThanOrEqual(100)
  }
  expect(readdirSync(folder).toSorted()).toEqual(['4300.log', '4300.log.1'])
  const lines = (readFileSync(logBefore(log), 'utf8') + readFileSync(log, 'utf8')).trim().split('\n').map(Number)
  expect(lines).toEqual(lines.map((_, at) => 1_000 - lines.length + at))
  expect(lines.length).toBeGreaterThanOrEqual(10)
})

test('a log has ten megabytes, counted in bytes and not in letters', () => {
  expect(mostBytes).toBe(10 * 1_024 * 1_024)
  const { log, stream } = written(100)
  for (let line = 0; line < 50; line += 1) {
    stream.write('ææææ\n')
    expect(statSync(log).size).toBeLessThanOrEqual(100)
  }
})

test('a new server on the port keeps the log of the one before', () => {
  const { folder, log } = written()
  makeRoom(log)
  makeRoom(log)
  expect(readdirSync(folder)).toEqual(['4300.log.1'])
  expect(readFileSync(logBefore(log), 'utf8')).toBe('-1\n')
})
