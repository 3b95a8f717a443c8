import java.io.File;
import java.io.PrintStream;
import java.util.StringJoiner;
import org.freeplane.api.Connector;
import org.freeplane.api.HeadlessMapCreator;
import org.freeplane.api.Node;
import org.freeplane.launcher.Launcher;

/** Has Freeplane load maps and say what is in them: OUT MAP MAP … */
public class ReadMaps {
    private static final String FIELD = "\u001f";

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(arguments[0], "UTF-8");
        HeadlessMapCreator freeplane = Launcher.createForInstallation(new File("/usr/share/freeplane"))
            .userDirectory(new File(arguments[0]).getParentFile())
            .disableSecurityManager()
            .launchHeadless();
        for (int place = 1; place < arguments.length; place++) {
            show(out, place - 1, freeplane.mapLoader(new File(arguments[place])).getMap().getRoot(), 0);
        }
        out.close();
        System.exit(0);
    }

    private static void show(PrintStream out, int map, Node node, int depth) {
        StringJoiner fields = new StringJoiner(FIELD);
        fields.add(Integer.toString(map)).add(Integer.toString(depth)).add(node.getText()).add(node.getTransformedText());
        String note = node.getNoteText();
        fields.add(note == null ? "" : note.replaceAll("\\s+", " "));
        fields.add(node.getAttributes().getMap().toString());
        StringJoiner targets = new StringJoiner("|");
        for (Connector connector : node.getConnectorsOut()) {
            targets.add(connector.getTarget().getText());
        }
        fields.add(targets.toString());
        out.print(fields + "\n");
        for (Node child : node.getChildren()) {
            show(out, map, child, depth + 1);
        }
    }
}
