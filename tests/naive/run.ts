import { checkNaiveCode } from '../../torture/naive.ts'

// node tests/naive/run.ts [part of a name]

const { mutations, caught, failures } = await checkNaiveCode({ part: process.argv[2] ?? '' })
console.log(`\n${mutations} pieces of naive code; ${caught} race tests failed over them, as they must`)
for (const failure of failures) console.error(`NOT AS IT MUST BE  ${failure}`)
if (failures.length) process.exitCode = 1
