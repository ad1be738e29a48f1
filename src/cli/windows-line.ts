/** A command as a line of cmd.exe: each word is a word, and runs nothing. */
import { Failure } from './failure.ts'

/** What cmd.exe expands within quotes, what ends them, and what ends a line. */
const never = /[\p{Cc}"%!]/u

/** Throws a {@link Failure} for a word that no quotes make safe. */
export function windowsLine(words: readonly string[]): string {
  const bad = words.find((word) => never.test(word))
  if (bad !== undefined)
    throw new Failure(`The command gets no ${JSON.stringify(bad.slice(0, 100))}: cmd.exe would read ", %, ! or the end of a line in it.`)
  // A program reads a backslash before a quote as a part of the quote. Commands of cmd.exe itself have no quotes around their name.
  return words.map((word) => (/^[\w@-]+$/.test(word) ? word : `"${word}${backslashesAfter(word)}"`)).join(' ')
}

function backslashesAfter(word: string): string {
  let begin = word.length
  while (word[begin - 1] === '\\') begin--
  return word.slice(begin)
}
