/** Small files of JSON in a folder that keeps worlds: each is replaced as a whole. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'
import { Misuse } from '../misuse.ts'

/** What every small file says of itself. */
interface Form {
  readonly format: string
  readonly version: number
}

export interface SmallFile<T> {
  /** Undefined: there is none, or none that is whole. */
  read(): T | undefined
  write(value: T): void
}

export interface SmallFileOptions<T> {
  readonly path: string
  readonly schema: z.ZodType<T>
  readonly form: Form
  /** What Standin does without the file. */
  readonly without: string
  tell(text: string): void
}

/** Reading throws {@link Misuse} for a file of a newer Standin. A file that is torn is named, and kept beside. */
export function smallFile<T extends object>({ path, schema, form, without, tell }: SmallFileOptions<T>): SmallFile<T> {
  return {
    read() {
      if (!existsSync(path)) return undefined
      const found = jsonOf(readFileSync(path, 'utf8'))
      if (found?.format === form.format && Number(found.version) > form.version)
        throw new Misuse(`${path} cannot be read: a newer Standin wrote it. Name another folder (--data).`)
      const { success, data } = schema.safeParse(found)
      if (success) return data
      const aside = asidePath(path)
      renameSync(path, aside)
      tell(`${path} is torn. It is ${aside} now. ${without}\n`)
      return undefined
    },
    write(value) {
      writeFileSync(`${path}.new`, JSON.stringify({ ...form, ...value }), { mode: 0o600, flush: true })
      renameSync(`${path}.new`, path)
    },
  }
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Where a torn file is kept: no other one is there. */
export function asidePath(path: string): string {
  for (let nth = 1; ; nth++) {
    const aside = nth === 1 ? `${path}.torn` : `${path}.torn-${nth}`
    if (!existsSync(aside)) return aside
  }
}
