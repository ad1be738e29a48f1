/** Shows a progress line on the terminal for work that takes longer than a second. */
import type { Output, Progress, Step } from './io.ts'

/** Real milliseconds before the first update, and between updates. */
const [patience, apart] = [1_000, 250]

/**
 * Shows a progress line and removes it when the work ends. The line is also updated for work that never awaits, if the work reports its
 * progress.
 */
export async function showProgress<Result>(stderr: Output, first: Step, work: (progress: Progress) => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  let [step, since, said] = [first, begun, begun]
  function show(): void {
    const now = performance.now()
    if (now - begun < patience || now - said < apart) return
    said = now
    stderr.status(lineOf(step, now - since))
  }
  function tell(next: Step): void {
    if (next.does !== step.does) since = performance.now()
    step = next
    show()
  }
  const timer = setInterval(show, apart)
  try {
    return await work({ tell, counted: (bytes, next) => countedBytes(bytes, next, tell) })
  } finally {
    clearInterval(timer)
    stderr.status(undefined)
  }
}

function countedBytes(bytes: ReadableStream<Uint8Array>, step: Step, tell: Progress['tell']): ReadableStream<Uint8Array> {
  let done = step.done ?? 0
  return bytes.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        done += chunk.byteLength
        tell({ ...step, unit: 'bytes', done })
        controller.enqueue(chunk)
      },
    }),
  )
}

/** Formats a progress line. `ms`: the time since the step started. */
export function lineOf({ does, done, of, unit = '' }: Step, ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  if (done === undefined) return `${does}: ${seconds} s`
  if (unit !== 'bytes') return `${does}: ${done}${of === undefined ? '' : ` of ${of}`} ${unit}, ${seconds} s`
  const rate = ms > 0 ? `, ${sizeOf((done * 1_000) / ms)}/s` : ''
  return `${does}: ${sizeOf(done)}${of === undefined ? '' : ` of ${sizeOf(of)}`}${rate}`
}

const units = ['B', 'kB', 'MB', 'GB', 'TB']

function sizeOf(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${power === 0 ? Math.round(bytes) : (bytes / 1_000 ** power).toFixed(1)} ${units[power]}`
}
