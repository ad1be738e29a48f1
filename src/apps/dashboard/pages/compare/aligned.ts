/** Aligns two texts so that equal lines are next to each other, ignoring ids, times, tokens and hosts. */

const variable =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:?\d\d)?|https?:\/\/[^/"\s]{1,300}/gi
const httpDate = /^(?:date|last-modified|expires): .*/i

const comparable = (line: string | undefined) => line?.replace(variable, '…').replace(httpDate, '…')

export const isSameLine = (one: string | undefined, other: string | undefined): boolean => comparable(one) === comparable(other)

export interface AlignedLine {
  /** Undefined if only the other text contains this line. */
  readonly one: string | undefined
  readonly other: string | undefined
}

/** Maximum number of lines for alignment. Longer texts are paired line by line. */
const mostLines = 1_500

export function alignedLines(one: readonly string[], other: readonly string[]): AlignedLine[] {
  if (one.length > mostLines || other.length > mostLines)
    return Array.from({ length: Math.max(one.length, other.length) }, (_, at) => ({ one: one[at], other: other[at] }))
  const common = commonLengths(one.map(comparable), other.map(comparable))
  const lines: AlignedLine[] = []
  let [at, of] = [0, 0]
  while (at < one.length || of < other.length) {
    const [left, right] = [one[at], other[of]]
    if (at < one.length && of < other.length && isSameLine(left, right)) {
      lines.push({ one: left, other: right })
      at++
      of++
    } else if (of >= other.length || (at < one.length && lengthAt(common, at + 1, of) >= lengthAt(common, at, of + 1)))
      lines.push({ one: one[at++], other: undefined })
    else lines.push({ one: undefined, other: other[of++] })
  }
  return paired(lines)
}

interface Lengths {
  readonly width: number
  readonly values: Uint16Array
}

const lengthAt = ({ width, values }: Lengths, at: number, of: number) => values[at * width + of] ?? 0

/** Returns the number of common lines from each pair of positions to the end. */
function commonLengths(one: readonly (string | undefined)[], other: readonly (string | undefined)[]): Lengths {
  const width = other.length + 1
  const lengths = { width, values: new Uint16Array((one.length + 1) * width) }
  for (let at = one.length - 1; at >= 0; at--)
    for (let of = other.length - 1; of >= 0; of--)
      lengths.values[at * width + of] =
        one[at] === other[of]
          ? lengthAt(lengths, at + 1, of + 1) + 1
          : Math.max(lengthAt(lengths, at + 1, of), lengthAt(lengths, at, of + 1))
  return lengths
}

/** Pairs differing lines that are between the same equal lines. */
function paired(lines: readonly AlignedLine[]): AlignedLine[] {
  const result: AlignedLine[] = []
  let [left, right]: [string[], string[]] = [[], []]
  function flush(): void {
    for (let at = 0; at < Math.max(left.length, right.length); at++) result.push({ one: left[at], other: right[at] })
    left = []
    right = []
  }
  for (const { one, other } of lines) {
    if (one !== undefined && other !== undefined) {
      flush()
      result.push({ one, other })
    } else if (one !== undefined) left.push(one)
    else if (other !== undefined) right.push(other)
  }
  flush()
  return result
}
