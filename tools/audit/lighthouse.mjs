// Lighthouse over the addresses on standard input, in one browser; one line of JSON per run on standard output.
import readline from "node:readline";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const [, , chromePath, runs, ...chromeFlags] = process.argv;
const addresses = [];
for await (const line of readline.createInterface({ input: process.stdin })) addresses.push(line);

const chrome = await launch({ chromePath, chromeFlags });
try {
  for (const url of addresses) {
    for (let run = 0; run < Number(runs); run += 1) {
      const { lhr } = await lighthouse(url, { port: chrome.port, logLevel: "error", output: "json" });
      const scores = Object.fromEntries(Object.values(lhr.categories).map((one) => [one.id, one.score]));
      const weighed = Object.values(lhr.categories).flatMap((one) => one.auditRefs.filter((ref) => ref.weight > 0));
      const lost = [...new Set(weighed.map((ref) => ref.id))].filter((id) => lhr.audits[id].score !== null && lhr.audits[id].score < 1);
      const failed = lost.map((id) => `${id} ${lhr.audits[id].displayValue ?? ""}`.trim());
      console.log(JSON.stringify({ url, scores, failed, error: lhr.runtimeError?.code ?? null }));
    }
  }
} finally {
  await chrome.kill();
}
