/** The single-file program's entry point. */
import { main } from './main.ts'

// The program includes Node.js (`npm run build:binary`), so no version check is needed.
void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
