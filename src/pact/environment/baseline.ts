/** Reads an earlier report on an environment: what it kept then. */
import { z } from 'zod'
import { Misuse } from '../../misuse.ts'
import { readJson } from '../read-json.ts'

const reported = z.object({
  interactions: z.array(z.object({ consumer: z.string(), description: z.string(), given: z.array(z.string()), why: z.array(z.string()) })),
})

export function readBaseline(path: string): z.output<typeof reported>['interactions'] {
  const read = reported.safeParse(readJson(path).document)
  if (!read.success) throw new Misuse(`${path} is not a report of "standin verify --report".`)
  return read.data.interactions
}
