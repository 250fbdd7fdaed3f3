import { checkMutations } from './run-tests.ts'

// node chaos/mutations/run.ts [part of a name]

const { mutations, caught, failures } = await checkMutations({ part: process.argv[2] ?? '' })
console.log(`\n${mutations} mutations; ${caught} race tests failed on them, as expected`)
for (const failure of failures) console.error(`UNEXPECTED  ${failure}`)
if (failures.length) process.exitCode = 1
