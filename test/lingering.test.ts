/** What waits ends with the server, the simulator or its world, so that a process ends at once. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'

const program = join(import.meta.dirname, 'support/lingering.ts')
/** Milliseconds. Otherwise a call waits a minute. A busy machine is slow, too. */
const atOnce = 20_000

test('closing the server or the simulator, and resetting all, let go of held and delayed calls, and the process ends at once', async () => {
  const child = spawn(process.execPath, [program, String(atOnce)], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  const said: string[] = []
  let last = 0
  for await (const line of createInterface(child.stdout)) {
    said.push(line)
    last = performance.now()
  }
  const [code] = await exited

  // A call that is held or delayed goes on when the server closes; one whose world ends does not.
  expect(said).toEqual([
    'server.close() at once [201,201,201,200,200,200]',
    'own.close(), simulator.endStreams() at once [201,201,201,200,200,200]',
    'simulator.resetAll() at once [503,503,503,"broken",503,503]',
    'simulator.close() at once [503,503,503,"broken",503,503]',
    'nothing is left to do',
  ])
  expect(code).toBe(0)
  expect(performance.now() - last).toBeLessThan(atOnce)
}, 150_000)
