/** One suite for the time of both platforms. */
import { spawnSync } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { browserPlatform } from '../../../src/platform/browser.ts'
import { nodePlatform } from '../../../src/platform/node.ts'
import { ClientGone } from '../../../src/service/wire/call.ts'
import type { Platform } from '../../../src/service/world/platform.ts'

const platforms: [string, () => Platform][] = [
  ['node', nodePlatform],
  ['browser', browserPlatform],
]

function freezeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

describe.each(platforms)('time on the %s platform', (_, platform) => {
  test('is the wall clock, and a tick only moves forward', async () => {
    const { now, tick, pause } = platform()
    const before = tick()

    await pause(5)

    expect(tick() - before).toBeGreaterThan(3)
    expect(Math.abs(now() - Date.now())).toBeLessThan(1_000)
  })

  test('passes in a pause, and the pause leaves no listener', async () => {
    freezeTimers()
    const { signal } = new AbortController()
    const ended = vi.fn()
    const pause = platform().pause(100, signal).then(ended)

    await vi.advanceTimersByTimeAsync(99)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await pause

    expect(ended).toHaveBeenCalledOnce()
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('does not hold a pause whose client leaves, and leaves no timer', async () => {
    freezeTimers()
    const leaving = new AbortController()
    const pause = platform().pause(60_000, leaving.signal)

    leaving.abort()

    await expect(pause).rejects.toThrow(ClientGone)
    expect(vi.getTimerCount()).toBe(0)
    expect(getEventListeners(leaving.signal, 'abort')).toEqual([])
  })

  test('does not begin a pause whose client has left', async () => {
    freezeTimers()

    await expect(platform().pause(60_000, AbortSignal.abort())).rejects.toThrow(ClientGone)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('wakes a call once, when it is due', () => {
    freezeTimers()
    const call = vi.fn()
    platform().wake(100, call)

    vi.advanceTimersByTime(99)
    expect(call).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    expect(call).toHaveBeenCalledOnce()
  })

  test.each([2 ** 31 - 1, 2 ** 31, 10 * 2 ** 31 + 5])('wakes a call after %i ms, even where one timer is too short', (milliseconds) => {
    freezeTimers()
    const call = vi.fn()
    platform().wake(milliseconds, call)

    vi.advanceTimersByTime(milliseconds - 1)
    expect(call).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(call).toHaveBeenCalledOnce()
  })

  test.each([0, 2 ** 31])('does not wake a call that is cancelled after %i ms', (passed) => {
    freezeTimers()
    const call = vi.fn()
    const cancel = platform().wake(2 ** 32, call)
    vi.advanceTimersByTime(passed)

    cancel()
    cancel()

    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(2 ** 33)
    expect(call).not.toHaveBeenCalled()
  })

  test('lets timers fire in a breath', async () => {
    const { breathe, tick } = platform()
    const fired = vi.fn()
    setTimeout(fired, 2)

    for (const end = tick() + 2_000; tick() < end && fired.mock.calls.length === 0; ) await breathe()

    expect(fired).toHaveBeenCalledOnce()
  })

  test('does not appear in an alarm, which shows the stack', () => {
    const shown = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => shown.mockRestore())
    const defect = new Error('a defect')

    platform().alarm(defect)

    expect(shown).toHaveBeenCalledExactlyOnceWith(expect.any(String), defect.stack)
  })
})

test('waiting for a call and breathing do not keep the process alive', () => {
  const from = (name: string) => JSON.stringify(new URL(`../../../src/platform/${name}.ts`, import.meta.url).href)
  const script = `
    import { browserPlatform } from ${from('browser')}
    import { nodePlatform } from ${from('node')}
    for (const { wake, breathe } of [browserPlatform(), nodePlatform()]) {
      wake(60_000, () => {})
      wake(2 ** 40, () => {})
      await breathe()
    }
    console.log('done')`

  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { timeout: 10_000, encoding: 'utf8' })

  expect({ status, stdout }).toEqual({ status: 0, stdout: 'done\n' })
})
