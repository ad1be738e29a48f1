import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Address, addressOf, readAddress } from '../../../src/service/engine/address.ts'
import type { Call, CallHeaders } from '../../../src/service/wire/call.ts'
import { Misuse } from '../../../src/service/wire/misuse.ts'
import { liveHosts } from '../../../src/service/wire/vocabulary.ts'
import { rule } from '../../support/rule.ts'

const callOf = (url: string, headers: CallHeaders = { host: 'standin.test' }): Call => ({
  method: 'GET',
  url,
  headers,
  signal: new AbortController().signal,
  isLocal: () => true,
})
const read = (url: string, headers?: CallHeaders) => readAddress(callOf(url, headers))

/** An address as it is read: world, environment, path and prefix. */
const parts = ({ world, environment, path, prefix }: Address) => [world, environment, path, prefix]

for (const [url, expected] of [
  ['/future/orders', ['default', 'test', '/future/orders', '']],
  ['/production/future/orders', ['default', 'production', '/future/orders', '/production']],
  ['/worlds/mine/future/orders', ['mine', 'test', '/future/orders', '/worlds/mine']],
  ['/worlds/mine/production/future/orders', ['mine', 'production', '/future/orders', '/worlds/mine/production']],
  ['/', ['default', 'test', '/', '']],
  ['/production', ['default', 'production', '/', '/production']],
  ['/production/', ['default', 'production', '/', '/production']],
  ['/worlds/mine', ['mine', 'test', '/', '/worlds/mine']],
  ['/worlds/mine/production', ['mine', 'production', '/', '/worlds/mine/production']],
  ['/worlds', ['default', 'test', '/worlds', '']],
  ['/productions/x', ['default', 'test', '/productions/x', '']],
  ['/Production/x', ['default', 'test', '/Production/x', '']],
  ['/production/production/x', ['default', 'production', '/production/x', '/production']],
  ['/worlds/a/worlds/b', ['a', 'test', '/worlds/b', '/worlds/a']],
  ['/worlds/default/x', ['default', 'test', '/x', '/worlds/default']],
  [`/worlds/${'a'.repeat(63)}/x`, ['a'.repeat(63), 'test', '/x', `/worlds/${'a'.repeat(63)}`]],
  ['//future/orders', ['default', 'test', '//future/orders', '']],
] as const) {
  rule('decisions §2', `${url.slice(0, 60)} names world, environment and path`, () => {
    expect(parts(read(url))).toEqual(expected)
  })
}

rule('decisions §2', 'a whole address is read like its path', () => {
  const origin = fc.constantFrom('http://standin.test', 'https://localhost:4300', 'http://[::1]:80')
  const segment = fc.constantFrom('worlds', 'mine', 'production', 'future', 'orders', '%2F', '', 'a-b')
  fc.assert(
    fc.property(origin, fc.array(segment, { maxLength: 6 }), fc.constantFrom('', '?a=/worlds/x', '?'), (base, segments, query) => {
      const path = `/${segments.join('/')}`
      const come = (read: () => Address) => {
        try {
          return read()
        } catch (thrown) {
          return String(thrown)
        }
      }
      const whole = come(() => read(`${base}${path}${query}`, {}))
      const bare = come(() => read(path + query, { host: base.slice(base.indexOf('//') + 2) }))

      expect(whole).toEqual(typeof bare === 'string' ? bare : { ...bare, base })
    }),
    { seed: 1, numRuns: 300 },
  )
})

rule('decisions §2', 'prefix and path together are the path of the call', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('worlds', 'mine', 'production', 'x', ''), { maxLength: 6 }), (segments) => {
      const url = `/${segments.join('/')}`
      fc.pre(!/^\/worlds\/(?:\/|$)/.test(url))
      const { prefix, path } = read(url)

      expect([url, `${url}/`]).toContain(prefix + path)
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('the query is everything after the question mark, also where it looks like a path', () => {
  expect(read('/worlds/mine/x?to=/production/?b')).toMatchObject({ path: '/x', query: 'to=/production/?b' })
  expect(read('/production?x')).toMatchObject({ path: '/', query: 'x', environment: 'production' })
})

test.each([
  ['http://standin.test/x', {}, 'http://standin.test'],
  ['https://standin.test:8443', {}, 'https://standin.test:8443'],
  ['/x', { host: 'other.test:4300' }, 'http://other.test:4300'],
  ['/x', {}, 'http://localhost'],
  ['*', { host: 'standin.test' }, 'http://standin.test'],
])('the base of %s with %j is %s', (url, headers, base) => {
  expect(read(url, headers).base).toBe(base)
})

rule('decisions §2', 'a header names the world where the base address cannot be changed', () => {
  expect(parts(read('/production/x', { 'x-standin-world': 'mine' }))).toEqual(['mine', 'production', '/x', '/production'])
  expect(parts(read('/worlds/mine/x', { 'x-standin-world': 'mine' }))).toEqual(['mine', 'test', '/x', '/worlds/mine'])
})

rule('decisions §2', 'path and header that name different worlds are refused', () => {
  expect(() => read('/worlds/mine/x', { 'x-standin-world': 'yours' })).toThrow(
    'The path specifies the world mine, but X-Standin-World specifies "yours".',
  )
})

for (const name of ['', 'Mine', 'a_b', 'a.b', 'a b', 'ø', 'a'.repeat(64), '%6dine', '..', '__proto__'] as const) {
  rule('decisions §2', `a world cannot be called ${JSON.stringify(name.slice(0, 20))}`, () => {
    expect(() => read(`/worlds/${name}/x`)).toThrow(Misuse)
    expect(() => read('/x', { 'x-standin-world': name })).toThrow(Misuse)
  })
}

test('a refusal repeats only the beginning of a very long name', () => {
  const long = 'A'.repeat(15_000)
  const messageOf = (url: string, headers?: CallHeaders) => {
    try {
      return read(url, headers).world
    } catch (thrown) {
      return String(thrown)
    }
  }

  expect(messageOf(`/worlds/${long}/x`).length).toBeLessThan(300)
  expect(messageOf('/worlds/mine/x', { 'x-standin-world': long }).length).toBeLessThan(300)
})

rule('assumed: MSW intercepts the real hosts', 'the address of the live production platform is production', () => {
  expect(read('https://platform.altinn.no/future/orders').environment).toBe('production')
  expect(read('https://maskinporten.no/token').environment).toBe('production')
  expect(read('/token', { host: 'Maskinporten.no:443' }).environment).toBe('production')
  expect(read('https://test.maskinporten.no/token').environment).toBe('test')
  expect(read('https://altinn-testtools-token-generator.azurewebsites.net/api/GetPlatformToken').environment).toBe('test')
  expect([...liveHosts.keys()].toSorted()).toEqual([
    'altinn-testtools-token-generator.azurewebsites.net',
    'maskinporten.no',
    'platform.altinn.no',
    'platform.tt02.altinn.no',
    'test.maskinporten.no',
  ])
  expect(read('https://platform.tt02.altinn.no/future/orders').environment).toBe('test')
  expect(read('https://evil.platform.altinn.no/future/orders').environment).toBe('test')
})

for (const host of ['[', 'a b', 'a/b', 'user@a', 'a?b', 'a#b', 'a\\b', 'localhost:99999', '1.2.3.999', '[::1', ':80']) {
  test(`the host ${host} is refused, as a header and in a whole address`, () => {
    expect(() => read('/future/orders', { host })).toThrow(Misuse)
    if (!/[/?#]/.test(host)) expect(() => read(`http://${host}/future/orders`, {})).toThrow(Misuse)
  })
}

test('an invalid host is refused under a mount path, too', () => {
  for (const host of ['[', 'a/b']) {
    const call = { ...callOf('/future/orders', { host }), base: `http://${host}/service` }
    expect(() => readAddress(call)).toThrow(Misuse)
  }
})

test('a call without a host, or with an empty one, came to localhost', () => {
  for (const headers of [{}, { host: '' }]) expect(read('/future/orders', headers).base).toBe('http://localhost')
})

for (const world of ['default', 'mine']) {
  for (const environment of ['test', 'production'] as const) {
    test(`the written address of ${environment} in the world ${world} reads as the same`, () => {
      const address = addressOf('http://standin.test', world, environment)

      expect(parts(read(`${address}/x`))).toEqual([world, environment, '/x', address.slice('http://standin.test'.length)])
    })
  }
}

test('the address of the default world is the origin', () => {
  expect(addressOf('http://standin.test')).toBe('http://standin.test')
})
