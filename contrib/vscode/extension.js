// Whet in Visual Studio Code: starts `whet lsp`, and hands the settings on. The command behind the
// lenses, whet.verify, is registered by the client, since the server says that it has it.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client, running;

exports.activate = async function () {
  const settings = vscode.workspace.getConfiguration("whet");
  client = new LanguageClient(
    "whet",
    "Whet",
    { command: settings.get("command") || "whet", args: ["lsp"] },
    {
      documentSelector: [{ language: "c", scheme: "file" }],
      initializationOptions: settings,
      synchronize: { configurationSection: "whet" },
    },
  );
  try {
    await client.start();
    running = true;
  } catch (e) {
    // What the client throws where there is no such command has no message.
    const why = e && e.message ? `: ${e.message}` : "";
    vscode.window.showErrorMessage(`whet cannot be started${why}. Is "whet" in PATH? Otherwise set whet.command.`);
  }
};

exports.deactivate = () => running && client.stop();
