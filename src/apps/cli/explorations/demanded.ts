/** Reads and checks the options for an exploration: required reactions, the folder for findings, and invariants. */

import { constants, existsSync } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Misuse } from '../../../service/wire/misuse.ts'
import { type Demand, demands, expectationsOf } from '../../explore/faults.ts'
import type { Invariant } from '../../explore/invariants.ts'
import type { Io } from '../frame/io.ts'
import { flagOf, quoted } from '../frame/option.ts'

/** Parses `409=end 403=survive`. Rejects unknown fault names. */
export function demanded(text: string | undefined): Record<string, Demand> {
  const pairs = (text ?? '').split(/[\s,]+/).filter((each) => each !== '')
  const demandOf = Object.fromEntries(
    pairs.map((pair) => {
      const [refusal = '', demand = ''] = pair.split('=')
      const wanted = demands.find((each) => each === demand)
      if (!/^[\w-]+=/.test(pair) || wanted === undefined)
        throw new Misuse(`--expect is ${quoted(pair)}. Use a status or a refusal and a reaction, such as 409=end.`, demands)
      return [refusal, wanted]
    }),
  )
  expectationsOf(demandOf, '--expect')
  return demandOf
}

/** Throws {@link Misuse} for the first option that is set although it has no effect in this mode. `given`: the options without effect. */
export function refuseOthers(isUnderScenarios: boolean, given: Readonly<Record<string, unknown>>): void {
  const name = Object.keys(given).find((each) => given[each] !== undefined)
  if (name === undefined) return
  throw new Misuse(`--${flagOf(name)} ${isUnderScenarios ? 'applies only to a search. It cannot be combined with' : 'needs'} --scenarios.`)
}

/** Throws {@link Misuse} if the folder cannot be created, because the nearest existing parent is not writable. */
export async function demandFolder(folder: string): Promise<void> {
  const stats = await stat(folder).catch(() => undefined)
  if (!stats) {
    if (dirname(folder) !== folder) await demandFolder(dirname(folder))
    return
  }
  if (!stats.isDirectory()) throw new Misuse(`--found: ${folder} is a file. Specify a folder.`)
  await access(folder, constants.W_OK).catch(() => {
    throw new Misuse(`--found: ${folder} is not writable. Specify a different folder.`)
  })
}

export async function invariantsIn({ folder }: Io): Promise<readonly Invariant[]> {
  const file = resolve(folder, 'standin.invariants.yaml')
  if (!existsSync(file)) return []
  const [{ readYaml }, { readInvariants }] = await Promise.all([
    import('../../../platform/node-files.ts'),
    import('../../explore/invariants.ts'),
  ])
  return readInvariants(await readYaml(file))
}
