/** The dialect of a world: to look at and to change. */
import { z } from 'zod'
import { readAs } from '../../service/wire/read-as.ts'
import { dialectNames } from '../../service/wire/vocabulary.ts'
import type { World } from '../../service/world/world.ts'
import type { DialectReply } from './rows.ts'

/** Source: decisions §1. */
export interface Dialect {
  show(): DialectReply
  /**
   * Holds for calls that arrive afterwards. The records of the world stay. A reset brings the dialect of the start back. Throws
   * {@link Misuse} for a dialect that does not exist.
   */
  use(dialect: DialectReply['dialect']): DialectReply
}

export function createDialect(current: () => World): Dialect {
  const show = () => ({ dialect: current().data.dialect })
  return {
    show,
    use(dialect) {
      current().data.dialect = readAs('dialect', z.enum(dialectNames), dialect, '.')
      return show()
    },
  }
}
