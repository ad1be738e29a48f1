/** Shows and changes a world's dialect. */
import { z } from 'zod'
import { readAs } from '../../service/wire/read-as.ts'
import { dialectNames } from '../../service/wire/vocabulary.ts'
import type { World } from '../../service/world/world.ts'
import type { DialectReply } from './rows.ts'

/** Source: decisions §1. */
export type Dialect = ReturnType<typeof createDialect>

export function createDialect(current: () => World) {
  const show = () => ({ dialect: current().data.dialect })
  return {
    show,
    /**
     * Applies to calls that arrive from now on. Keeps the world's records. A reset restores the initial dialect. Throws {@link Misuse} for an
     * unknown dialect.
     */
    use(dialect: DialectReply['dialect']): DialectReply {
      current().data.dialect = readAs('dialect', z.enum(dialectNames), dialect, '.')
      return show()
    },
  }
}
