/** Keeps what was found in files: a scenario for each finding, and a capsule of a run that fails under it. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { contentsBeside, fileStore } from '../capsule/files.ts'
import { beginRecording, endRecording } from '../capsule/recordings.ts'
import type { WrittenScenario } from '../scenario/grammar.ts'
import { rerun, type Searched, type Searching, worldOf } from './search.ts'
import type { Shrunk } from './shrink.ts'

export interface Kept {
  /** The file of the scenario. */
  readonly file: string
  /** The file of the capsule; null: the client did not fail while it was recorded. */
  readonly capsule: string | null
}

/** Replaces files and links of the same name. */
export async function keep(
  folder: string,
  name: string,
  document: WrittenScenario,
  { searching, searched, found }: { readonly searching: Searching; readonly searched: Searched; readonly found: Shrunk },
): Promise<Kept> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${name}.yaml`)
  await rm(file, { force: true })
  await writeFile(file, stringify(document, { lineWidth: 120 }), { flag: 'wx' })
  return { file, capsule: await capsuleOf(join(folder, `${name}.capsule`), { searching, searched, found }) }
}

async function capsuleOf(
  path: string,
  { searching, searched, found }: { readonly searching: Searching; readonly searched: Searched; readonly found: Shrunk },
): Promise<string | null> {
  const { session, signal } = searching
  if (signal.aborted) return null
  const { simulator } = session
  await Promise.all([rm(path, { force: true }), rm(contentsBeside(path), { recursive: true, force: true })])
  // The capsule begins with a world in which the faults are switched on: a replay needs them.
  const begin = () => beginRecording(simulator, { store: fileStore(path), world: worldOf(searching.seed, found.run.number) })
  const { problems } = await rerun(searching, searched, found.run.number, found.schedule, begin)
  await endRecording(simulator)
  if (problems.some(({ key }) => key === found.problem.key)) return path
  await Promise.all([rm(path, { force: true }), rm(contentsBeside(path), { recursive: true, force: true })])
  return null
}
