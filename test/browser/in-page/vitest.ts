/** What the suite of hosts uses of vitest, for a page: vitest itself needs a process. */
import { ASYMMETRIC_MATCHERS_OBJECT, chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect'

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin)
const matchers = (globalThis as unknown as Record<symbol, object>)[ASYMMETRIC_MATCHERS_OBJECT]
export const expect = Object.assign((value: unknown, message?: string) => chai.expect(value, message), chai.expect, matchers)

type Body = () => unknown

export const tests = new Map<string, Body>()

export const test = Object.assign((name: string, body: Body) => void tests.set(name, body), {
  fails(name: string, body: Body) {
    tests.set(name, async () => {
      const failed = await runAll(body).then(
        () => false,
        () => true,
      )
      if (!failed) throw new Error('The test passes, and is stated to fail.')
    })
  },
})

let tidies: Body[] = []
export const onTestFinished = (tidy: Body) => void tidies.push(tidy)

/** Runs a test, and then what it wants done at its end, last first. */
export async function runAll(body: Body): Promise<void> {
  const failures: unknown[] = []
  const attempt = async (step: Body) => {
    try {
      await step()
    } catch (thrown) {
      failures.push(thrown)
    }
  }
  await attempt(body)
  const ending = tidies.reverse()
  tidies = []
  for (const tidy of ending) await attempt(tidy)
  if (failures.length > 0) throw failures[0]
}

export const vi = {
  async waitUntil<T>(look: () => T | Promise<T>, { timeout = 1_000, interval = 20 } = {}): Promise<T> {
    for (const end = performance.now() + timeout; ; ) {
      const found = await look()
      if (found) return found
      if (performance.now() > end) throw new Error('Timed out in waitUntil!')
      await new Promise((resolve) => setTimeout(resolve, interval))
    }
  },
}
