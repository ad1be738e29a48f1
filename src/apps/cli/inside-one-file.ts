/** What the program of one file runs: the command line. */
import { main } from './main.ts'

// The program brings its Node.js along, so that no version needs a check (`npm run build:binary`).
void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
