/** Keeps which worlds are closed because they move, or were moved away: a restarted server makes no empty double of them. */
import { join } from 'node:path'
import { z } from 'zod'
import { Misuse } from '../misuse.ts'
import type { KeptClosings } from '../world/observing/keeping.ts'
import { count, time } from '../world/records/form.ts'
import { isOfSystem } from './of-system.ts'
import { smallFile } from './small-file.ts'

const closings = z.object({
  closings: z.array(z.object({ name: z.string(), closing: count, until: time, moved: z.boolean() })),
  last: count,
})

export function keptClosings(folder: string, tell: (text: string) => void): KeptClosings {
  const file = smallFile({
    path: join(folder, 'closed.json'),
    schema: closings,
    form: { format: 'standin-closed', version: 1 },
    without: 'Standin does not know which worlds were moved to other servers: it answers calls of all worlds.',
    tell,
  })
  return {
    read: file.read,
    write({ closings: all, last }) {
      try {
        file.write({ closings: [...all], last })
      } catch (error) {
        if (!isOfSystem(error)) throw error
        throw new Misuse(`The folder ${folder} does not take which worlds are closed: ${error.message} (--data).`, undefined, 507)
      }
    },
  }
}
