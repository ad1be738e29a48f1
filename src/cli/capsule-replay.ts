/** `standin capsule replay`: calls a fresh simulator as it was called in the recording, and compares every reply. */
import { readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Replayed } from '../capsule/replay/replay.ts'
import { Misuse } from '../misuse.ts'
import { callNumber } from './call-number.ts'
import { defineCommand } from './command.ts'
import { json } from './connection.ts'
import { option, optional, someText, wholeNumber } from './option.ts'
import { print } from './print.ts'

export const replay = defineCommand({
  name: 'replay',
  summary: 'Replay a capsule in a fresh simulator, and compare every reply',
  options: {
    file: { ...optional('The capsule, or a folder of capsules', someText), word: 'required' },
    until: optional('Stop before this call (its number, or world/number), and serve the simulator as it is then', callNumber),
    port: option('The port to serve it on; 0 for any free port', wholeNumber(0, 65_535), 0),
    json,
  },
  examples: [
    ['standin capsule replay bug.capsule', 'The first difference, if there is one'],
    ['standin capsule replay capsules', 'All capsules of a folder'],
    ['standin capsule replay bug.capsule --until 12', 'Serve the worlds as they were when call 12 arrived'],
  ],
  async run({ values, io }) {
    const files = capsulesAt(resolve(io.folder, values.file ?? ''))
    const { replayFile } = await import('./replay-file.ts')
    const { until } = values
    if (until) {
      const [file = '', other] = files
      if (other !== undefined) throw new Misuse('--until goes with one capsule, and not with a folder.')
      const { serveUntil } = await import('./capsule-until.ts')
      return serveUntil({ file, until, port: values.port, json: values.json }, io)
    }
    let worst = 0
    for (const file of files) {
      const { simulator, torn, ...replayed } = await replayFile(file)
      simulator.close()
      if (replayed.difference && !replayed.disorder) worst = 1
      print(io, values, { file, torn, ...replayed }, () => told(basename(file), replayed, torn))
    }
    return worst
  },
})

/** Files that begin with a dot, and folders, are none. */
function capsulesAt(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new Misuse(`There is no file ${path}.`)
  if (!found.isDirectory()) return [path]
  const files = readdirSync(path, { withFileTypes: true }).filter(
    (each) => each.isFile() && !each.name.startsWith('.') && !each.name.endsWith('.part'),
  )
  if (files.length === 0) throw new Misuse(`The folder ${path} has no capsules.`)
  return files.map(({ name }) => join(path, name)).toSorted()
}

function told(name: string, { same, difference, disorder }: Omit<Replayed, 'simulator'>, torn: boolean): string {
  const end = torn ? ' The recording was broken off; its whole lines were replayed.' : ''
  if (!difference) {
    const note = disorder === undefined ? '' : ` Some were interleaved: ${disorder}.`
    return `${name}: ${same} calls answered the same.${note}${end}\n`
  }
  const { call, where, expected, got } = difference
  const shown = `${call}\n  ${where}\n    expected ${JSON.stringify(expected)}\n    got      ${JSON.stringify(got)}\n`
  return disorder === undefined
    ? `${name}: ${same} calls answered the same, then a difference in ${shown}${end && `${end.trim()}\n`}`
    : `${name}: ${same} calls answered the same. From there on nothing is claimed, because calls were interleaved in a way that cannot be repeated: ${disorder}. The first difference after it: ${shown}`
}
