/** The settings of a simulator. */
import { expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'

const wrong: [options: object, said: string][] = [
  [{ dialect: 'x' }, 'options.dialect: unknown value "x". Valid: spec, live.'],
  [{ pace: 'quick' }, 'options.pace: unknown value "quick". Valid: instant, fast, real.'],
  [{ seed: 'x' }, 'options.seed: "x"'],
  [{ clok: 'frozen' }, 'options: unknown member "clok". Did you mean clock? Valid: clock, '],
  [{ now: 'soon' }, 'options.now: "soon" is not a time, such as 2026-06-01T10:00:00Z or whole milliseconds since 1970.'],
  [{ maxWorlds: 0 }, 'options.maxWorlds: 0'],
]

test.each(wrong)('%j is refused with what is valid', (options, said) => {
  expect(() => createSimulator(options)).toThrow(expect.objectContaining({ name: 'Misuse', message: expect.stringContaining(said) }))
})

test('an undefined setting gets its default', () => {
  const simulator = createSimulator({ dialect: undefined, pace: undefined, rateLimits: undefined, clock: 'frozen' } as object)

  expect(simulator.settings).toMatchObject({ dialect: 'spec', pace: 'fast', rateLimits: 'off' })
  simulator.close()
})

test.each([{ by: Number.NaN }, { by: Number.POSITIVE_INFINITY }, { by: 0.5 }, { by: -1 }, { by: 'soon' }, { to: '10000-01-01T00:00:00Z' }])(
  'an advance of %j is refused, and the clock stands',
  async (target) => {
    const simulator = createSimulator({ clock: 'frozen', now: 1_000_000 })

    await expect(simulator.advance(target)).rejects.toThrow(/^advance\.(by|to): /)

    expect((await simulator.advance({ by: 1 })).now).toBe('1970-01-01T00:16:40.001Z')
    simulator.close()
  },
)
