/** Parses a text in ICU form. Not part of the browser's scripts, whose texts the build has compiled. Throws for a wrong form. */
export { default as compileMessage } from 'icu-minify/compile'
