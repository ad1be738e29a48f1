/** The kinds of files that only the bundler reads. */
declare module '*.css'
