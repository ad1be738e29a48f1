/** Runs parts of a benchmark in separate processes, and exchanges messages with them. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Child {
  ask<Reply>(question: string, input?: unknown): Promise<Reply>
  stop(): Promise<void>
}

/** Starts a file in this folder, which must call {@link answer}. */
export function begin(file: string): Child {
  const child = fork(new URL(file, import.meta.url), { serialization: 'advanced' })
  return {
    async ask<Reply>(question: string, input?: unknown) {
      child.send({ question, input })
      return (await replyOf(child, file)) as Reply
    },
    async stop() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function replyOf(child: ChildProcess, file: string): Promise<unknown> {
  const ended = new AbortController()
  const early = once(child, 'exit', ended).then(() => {
    throw new Error(`${file} ended before it answered.`)
  })
  const [{ reply, failure }] = await Promise.race([once(child, 'message', ended), early])
  ended.abort()
  early.catch(() => {})
  if (failure !== undefined) throw new Error(`${file}: ${failure}`)
  return reply
}

type Answers = Readonly<Record<string, (input: never) => unknown>>

/**
 * Answers questions one at a time. `used` returns CPU and memory. `pause` returns the event loop's longest pause since the last `pause`.
 */
export function answer(answers: Answers): void {
  const all: Answers = { ...answers, used, pause }
  const reply = async ({ question, input }: { question: string; input: unknown }) => {
    try {
      process.send?.({ reply: await all[question]?.(input as never) })
    } catch (thrown) {
      process.send?.({ failure: thrown instanceof Error ? thrown.stack : String(thrown) })
    }
  }
  process.once('disconnect', () => process.exit())
  process.on('message', (asked: { question: string; input: unknown }) => void reply(asked))
}

/** CPU in milliseconds, memory in bytes. `user`: CPU time outside the kernel; `peak`: maximum memory since the start. */
export interface Used {
  readonly cpu: number
  readonly user: number
  readonly memory: number
  readonly peak: number
}

function used(): Used {
  const { user, system } = process.cpuUsage()
  return { cpu: (user + system) / 1000, user: user / 1000, memory: process.memoryUsage.rss(), peak: process.resourceUsage().maxRSS * 1024 }
}

const pauses = monitorEventLoopDelay({ resolution: 1 })

/** Returns milliseconds. The first query only starts the measurement, so its result is meaningless. */
function pause(): number {
  const longest = pauses.max / 1e6
  pauses.enable()
  pauses.reset()
  return longest
}
