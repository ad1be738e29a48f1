/** Worlds that nobody uses are dropped, by real time. */
import { expect, onTestFinished, test } from 'vitest'
import { movedTime } from '../support/real-time.ts'
import { standin } from '../support/standin.ts'

function timed(worldTtl: number) {
  const told: string[] = []
  const { platform, passSlowly: pass, timers } = movedTime()
  const { simulator } = standin({ platform, worldTtl, tell: (text) => void told.push(text) })
  const names = () => simulator.worlds().map(({ name }) => name)
  return { simulator, pass, names, timers, told }
}

test('a world is dropped after its time without use, which is logged, and the default world stays', async () => {
  const { simulator, pass, names, told } = timed(1000)
  await simulator.knobs('used').client().call('fileTransfer.search')
  await simulator.knobs('idle').client().call('fileTransfer.search')
  await pass(900)
  await simulator.knobs('used').client().call('fileTransfer.search')
  await pass(900)

  expect(names()).toEqual(['default', 'used'])
  expect(told).toEqual(['The world "idle" was dropped: nobody has used it for 1s (--world-ttl).\n'])
  await pass(2000)
  expect(names()).toEqual(['default'])
})

test('a world stays while somebody turns its knobs, or follows its journal', async () => {
  const { simulator, pass, names } = timed(1000)
  await simulator.knobs('followed').client().call('fileTransfer.search')
  await simulator.knobs('turned').client().call('fileTransfer.search')
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const stream = simulator.knobs('followed').journal.stream({ signal: leaving.signal })
  void stream.next()
  await pass(900)
  simulator.knobs('turned').clock.freeze()
  await pass(900)

  expect(names()).toEqual(['default', 'followed', 'turned'])
  await pass(1200)
  expect(names()).toEqual(['default', 'followed'])
})

test('closing the simulator ends the watch', () => {
  const { simulator, timers } = timed(1000)
  simulator.close()

  expect(timers).toEqual([])
})
