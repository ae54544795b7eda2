import org.anabranch.loops.Parallel;

public class Tour {
    public static void main(String... words) {
        float[] x = new float[1_000_000], y = new float[x.length];
        for (@Parallel int i = 0; i < x.length; i++) x[i] = i % 100;
        for (@Parallel int i = 0; i < y.length; i++) y[i] += 2 * x[i];
        for (@Parallel int i = 1; i < y.length; i++) y[i] = y[i - 1] + x[i];
    }
}
