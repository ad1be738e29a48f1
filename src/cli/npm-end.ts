/** Notices that the npm which started this process has ended. */

/** Real milliseconds between two looks at the parent. */
const between = 200

/**
 * `npm start` and `npx` run a shell, which runs this process. A signal to npm ends the shell alone, and the process would stay. Without npm
 * it outlives its parent: the shell of a CI step ends, and the server must not. Returns a function that ends the watch.
 */
export function whenNpmEnds(call: () => void): () => void {
  if (process.env.npm_lifecycle_event === undefined) return () => {}
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    call()
  }, between).unref()
  return () => clearInterval(looking)
}
