/** Makes a value when it is first needed. */

/**
 * For the schemas of what a page loads first. To make them all before they were needed took 16 ms of the first visit in Chromium, where MSW
 * takes 13 ms for all that it does before it starts. A test sees that no schema is made so early (test/browser-size.test.ts).
 */
export function whenNeeded<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
