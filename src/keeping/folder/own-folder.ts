/** Whether a folder may keep worlds: it is empty, or it has kept worlds before. */
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Misuse } from '../../misuse.ts'

/** Throws {@link Misuse} for a folder with files of something else: Standin removes what it does not need, and must know that it is its own. */
export function demandOwnFolder(folder: string): void {
  const names = namesIn(folder)
  const others = names.filter((name) => !isTrifle(folder, name))
  if (others.length === 0 || names.some((name) => isOwn(folder, name))) return
  const named = others.slice(0, 5).join(', ')
  throw new Misuse(
    `The folder ${folder} has files that are not of Standin: ${named}${others.length > 5 ? ' …' : ''}. Name an empty folder, or a new one (--data).`,
  )
}

/** Hidden files, what file systems put there, the sockets that lock the folder, and what a start leaves that ended early. */
const isTrifle = (folder: string, name: string): boolean =>
  /^(\.|lost\+found$|(manifest|closed|keys)\.json\.new$)/.test(name) ||
  (name === 'content' && namesIn(join(folder, name)).every((place) => /^\d+$/.test(place))) ||
  (statSync(join(folder, name), { throwIfNoEntry: false })?.isSocket() ?? true)

const namesIn = (folder: string): string[] => (statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [])

/** Logs, bases and keys, torn ones too, and the small files that say that they are of Standin. */
const isOwn = (folder: string, name: string): boolean =>
  /^((log|base)-\d{6}(\.|$)|keys\.json$)/.test(name) || (/^(manifest|closed)\.json(\.torn|$)/.test(name) && saysSo(join(folder, name)))

function saysSo(path: string): boolean {
  const bytes = Buffer.alloc(256)
  const file = openSync(path, 'r')
  try {
    return bytes.toString('utf8', 0, readSync(file, bytes)).includes('"standin-')
  } finally {
    closeSync(file)
  }
}
