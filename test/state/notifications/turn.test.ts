import { expect } from 'vitest'
import { inTurn } from '../../../src/state/notifications/turn.ts'
import { ClientGone } from '../../../src/wire/http/call.ts'
import { rule } from '../../support/rule.ts'

/** Works that end when they are told to, and say when they begin. */
function bench() {
  const begun: string[] = []
  const endings = new Map<string, { resolve: (value: string) => void; reject: (reason: Error) => void }>()
  const place = {}
  const queue = (name: string, key = 'key', signal?: AbortSignal) =>
    inTurn(place, key, signal, () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) => endings.set(name, { resolve, reject }))
    })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    begun,
    queue,
    settled,
    end: (name: string) => endings.get(name)?.resolve(name),
    fail: (name: string) => endings.get(name)?.reject(new Error(name)),
  }
}

rule('decisions §6', 'whoever comes first is worked on at once, everybody else in turn', async () => {
  const { begun, queue, settled, end } = bench()
  const results = Promise.all([queue('a'), queue('b'), queue('c')])
  await settled()
  const first = [...begun]
  end('a')
  await settled()
  const second = [...begun]
  end('b')
  await settled()
  end('c')

  expect([first, second, begun]).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c']])
  expect(await results).toEqual(['a', 'b', 'c'])
})

rule('decisions §6', 'the next is worked on also when the one before fails', async () => {
  const { begun, queue, settled, end, fail } = bench()
  const failing = queue('a')
  const next = queue('b')
  fail('a')

  await expect(failing).rejects.toThrow('a')
  await settled()
  expect(begun).toEqual(['a', 'b'])
  end('b')
  expect(await next).toBe('b')
})

rule('decisions §5, decisions §6', 'who leaves while waiting is never worked on, and nobody overtakes by that', async () => {
  const { begun, queue, settled, end } = bench()
  const leaving = new AbortController()
  void queue('a')
  const gone = queue('b', 'key', leaving.signal)
  const last = queue('c')
  leaving.abort()

  await expect(gone).rejects.toThrow(ClientGone)
  await settled()
  expect(begun).toEqual(['a'])
  end('a')
  await settled()
  expect(begun).toEqual(['a', 'c'])
  end('c')
  expect(await last).toBe('c')
})

rule('decisions §6', 'who has left before waiting does not wait, and other keys and places do not either', async () => {
  const { begun, queue } = bench()
  void queue('a')

  await expect(queue('b', 'key', AbortSignal.abort())).rejects.toThrow(ClientGone)
  void queue('c', 'another key')
  void bench().queue('d')
  expect(begun).toEqual(['a', 'c'])
})
