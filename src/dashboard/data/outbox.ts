/** The outbox as a list of any length: it reads only the parts that can be seen. */
import { useQueries } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import type { ControlInput } from '../../control/rows/client.ts'
import type { SentMessage } from '../../control/rows/outbox.ts'
import { outboxOptions } from './control.ts'

/** Messages of one part: some screens. */
const size = 200

export interface LongList {
  /** How many messages there are; undefined until it is known. */
  readonly count: number | undefined
  /** Undefined until its part is there. */
  at(index: number): SentMessage | undefined
  /** Says which are seen. */
  shows(from: number, to: number): void
  readonly error: Error | null
  refetch(): void
}

type Query = NonNullable<ControlInput<'control.listOutbox'>['query']>

/** The newest message comes first. */
export function useOutbox(query: Query): LongList {
  const [seen, see] = useState({ first: 0, last: 0 })
  const numbers = Array.from({ length: seen.last - seen.first + 1 }, (_, at) => seen.first + at)
  const parts = useQueries({
    queries: numbers.map((number) => outboxOptions({ ...query, first: 'newest', limit: String(size), skip: String(number * size) })),
  })
  const asked = JSON.stringify(query)
  // What was there stays until something is there for a new query.
  const kept = useRef<{ asked: string; total: number; parts: Map<number, readonly SentMessage[]> } | undefined>(undefined)
  for (const [at, { data }] of parts.entries()) {
    if (!data) continue
    if (kept.current?.asked !== asked) kept.current = { asked, total: 0, parts: new Map() }
    kept.current.total = data.total
    kept.current.parts.set(numbers[at] ?? 0, data.messages)
  }
  return {
    count: kept.current?.total,
    at: (index) => kept.current?.parts.get(Math.floor(index / size))?.[index % size],
    shows(from, to) {
      const [first, last] = [Math.floor(from / size), Math.floor(Math.max(from, to - 1) / size)]
      if (first !== seen.first || last !== seen.last) see({ first, last })
    },
    error: parts.find(({ error }) => error)?.error ?? null,
    refetch() {
      for (const part of parts) void part.refetch()
    },
  }
}
