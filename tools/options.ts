/** Parses a tool's options, such as `npm run fuzz -- --count 1000 --seed 1`. */
import { parseArgs } from 'node:util'
import { type Options, quoted, someNumber, type Values } from '../src/apps/cli/frame/option.ts'
import { Misuse, unknownName } from '../src/service/wire/misuse.ts'

/** Ends the process with exit code 2 if an option is invalid, like the commands. */
export function optionsOrExit<O extends Options>(options: O): Values<O> {
  try {
    return readOptions(options, process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof Misuse)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

/** Throws {@link Misuse} for an unknown option or an invalid value. */
export function readOptions<O extends Options>(options: O, args: readonly string[]): Values<O> {
  const names = Object.keys(options)
  const { values, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    strict: false,
    allowPositionals: true,
  })
  const unknown = Object.keys(values).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const flags = names.map((name) => `--${name}`)
    throw unknownName(`There is no option --${unknown}.`, `--${unknown}`, flags)
  }
  const [surplus] = positionals
  if (surplus !== undefined) throw new Misuse(`There is no argument ${quoted(surplus)}. Options start with --.`)
  const read = names.map((name) => [name, readValue(name, options[name], values[name])])
  // Each value is parsed by its own option.
  return Object.fromEntries(read) as Values<O>
}

function readValue(name: string, option: Options[string] | undefined, text: unknown): unknown {
  if (text === undefined) return option?.fallback
  if (typeof text !== 'string') throw new Misuse(`--${name} needs a value, such as --${name} 1.`)
  try {
    return option?.read(text)
  } catch (error) {
    throw error instanceof Misuse ? new Misuse(`--${name} ${error.message}`) : error
  }
}

/** Parses a number greater than 0. */
export const positive =
  (most: number) =>
  (text: string): number => {
    const value = someNumber(text)
    if (value > 0 && value <= most) return value
    throw new Misuse(`is ${quoted(text)}. Use a number above 0 and at most ${most}.`)
  }
