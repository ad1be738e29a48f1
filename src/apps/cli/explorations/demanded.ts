/** Reads the options of an exploration: what a client may do after a fault, and the folder of what is found. */

import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Misuse } from '../../../service/wire/misuse.ts'
import { type Demand, demands } from '../../explore/fault.ts'
import { expectationsOf } from '../../explore/faults.ts'
import { quoted } from '../frame/option.ts'

/** `409=end 403=survive`. Refuses a name that no fault has. */
export function demanded(text: string | undefined): Record<string, Demand> {
  const pairs = (text ?? '').split(/[\s,]+/).filter((each) => each !== '')
  const demandOf = Object.fromEntries(
    pairs.map((pair) => {
      const [refusal = '', demand = ''] = pair.split('=')
      const wanted = demands.find((each) => each === demand)
      if (!/^[\w-]+=/.test(pair) || wanted === undefined)
        throw new Misuse(`--expect is ${quoted(pair)}; a status or a refusal and what it demands is expected, such as 409=end.`, demands)
      return [refusal, wanted]
    }),
  )
  expectationsOf(demandOf, '--expect')
  return demandOf
}

/** The folder may be missing. Then the nearest one above it that is there must take it. Throws {@link Misuse}. */
export async function demandFolder(folder: string): Promise<void> {
  const stats = await stat(folder).catch(() => undefined)
  if (!stats) {
    if (dirname(folder) !== folder) await demandFolder(dirname(folder))
    return
  }
  if (!stats.isDirectory()) throw new Misuse(`--found: ${folder} is a file. Name a folder.`)
  await access(folder, constants.W_OK).catch(() => {
    throw new Misuse(`--found: nothing can be written in ${folder}. Name another folder.`)
  })
}
